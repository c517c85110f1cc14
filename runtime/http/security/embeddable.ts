/**
 * For images that pages of other origins may show: those of mails, which webmail embeds in its own pages by
 * requests without CORS. Every other response says `same-origin`.
 */
export const embeddable: Readonly<Record<string, string>> = Object.freeze({
  'Cross-Origin-Resource-Policy': 'cross-origin',
});
