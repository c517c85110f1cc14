import type { OpenApiBuilder } from 'openapi3-ts/oas31';

const overHttp = 'The same for an http address, which is meant for development only.';

/** The credentials that a service with authentication accepts. */
export function addSecuritySchemes(builder: OpenApiBuilder): void {
  const cookie = (scheme: string, name: string, description: string): void => {
    builder.addSecurityScheme(scheme, { type: 'apiKey', in: 'cookie', name, description });
  };
  builder.addSecurityScheme('apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key (`svc_sec_...`). Cookies are then ignored.',
  });
  builder.addSecurityScheme('bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a session, or an API key (`svc_sec_...`).',
  });
  cookie('sessionCookie', '__Host-svc_session', 'Set by `POST /api/auth/login`; valid for 15 minutes.');
  cookie('localSessionCookie', 'svc_session', overHttp);
  cookie('refreshCookie', '__Host-svc_refresh', 'Set by `POST /api/auth/login`; renews the session.');
  cookie('localRefreshCookie', 'svc_refresh', overHttp);
}
