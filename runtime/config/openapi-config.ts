/** Who may be asked about the API: `info.contact` of the OpenAPI documents. */
export interface ApiContactConfig {
  readonly name?: string;
  /** An http or https address. */
  readonly url?: string;
  readonly email?: string;
}

/** What the second OpenAPI document has. */
export interface PublicOpenApiConfig {
  /**
   * Tags whose operations are in it, as in `openapi.json`. Default: those of the collections and globals of
   * the config.
   */
  readonly tags?: readonly string[];
}

/** The OpenAPI documents of the service. */
export interface OpenApiConfig {
  /** Who may be asked about the API. Default: nobody is named. */
  readonly contact?: ApiContactConfig;
  /**
   * Emits `openapi.public.json` and serves it at `/api/openapi.public.json`: a document for partners, without
   * the dashboard, accounts and administration. Default `false`.
   */
  readonly public?: boolean | PublicOpenApiConfig;
}
