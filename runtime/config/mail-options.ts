/** The resolved form of `EmailConfig`. The environment wins over the config, the config over defaults. */
import type { EmailConfig } from './email-config.js';
import { createVariables } from './environment.js';
import { throwProblems } from './server-options.js';
import type { ServiceConfig } from './service-config.js';
import { email as emailCheck, sender, smtpUrl } from './validate/check-email.js';
import { createProblems, inside, root } from './validate/problem.js';

export interface MailOptions {
  /** What mails call the service. Null: the host of the base URL. */
  readonly site: string | null;
  /** Sender. Null: `no-reply@HOST` with the host of the base URL, under the name of the service or `svc`. */
  readonly from: string | null;
  /** `smtp://` or `smtps://` URL, or an object with `sendMail`. Null: mails are written as readable files. */
  readonly transport: string | object | null;
  readonly templates: NonNullable<EmailConfig['templates']>;
  /** URLs of images that replace the logos that the server serves. */
  readonly logoUrls: NonNullable<EmailConfig['logoUrls']>;
}

/**
 * Resolves how mail is sent, from the config and the environment: `SVC_SMTP_URL` wins over `email.transport`,
 * `SVC_MAIL_FROM` over `email.from`.
 *
 * @throws ConfigError with every variable and option that is wrong. Never shows the password in a URL.
 */
export function resolveMailOptions(config: ServiceConfig, env: NodeJS.ProcessEnv = process.env): MailOptions {
  const problems = createProblems();
  const { email, name } = config;
  const { name: shown } = config.admin || {};
  if (email !== undefined) emailCheck(email, inside(root, 'email'), problems);
  const variables = createVariables(env, problems);
  const options: MailOptions = {
    site: shown ?? name ?? null,
    from: variables.text('SVC_MAIL_FROM', sender) ?? email?.from ?? null,
    transport: variables.text('SVC_SMTP_URL', smtpUrl) ?? email?.transport ?? null,
    templates: email?.templates ?? {},
    logoUrls: email?.logoUrls ?? {},
  };
  throwProblems(problems);
  return options;
}
