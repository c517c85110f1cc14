/** Whether a host is this machine. @param hostname - as `URL` gives it, an IPv6 address in brackets. */
export function isLoopbackName(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
