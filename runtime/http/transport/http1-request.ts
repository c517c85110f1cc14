import { IncomingMessage } from 'node:http';

/**
 * Returns a request of HTTP/2 as one of HTTP/1, without its body. Express sets a prototype on requests that
 * reads the fields of HTTP/1: the original request would lose its headers and body by that.
 */
export function asHttp1(request: IncomingMessage): IncomingMessage {
  const message = new IncomingMessage(request.socket);
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(message, { method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === ':authority') message.headers.host = String(value);
    else if (!name.startsWith(':')) message.headers[name] = value;
  }
  return message;
}
