export const en = {
  notLoaded:
    'The additions to this dashboard could not be loaded. Everything else works. Reload the page; if that does not help, tell an administrator.',
  pieceFailed: (name: string) => `“${name}” cannot be shown, because of an error in it.`,
  failedTitle: 'This page cannot be shown',
  cellFailed: 'Error',
  tryAgain: 'Try again',
  actionFailed: (name: string, reason: string) => `“${name}” has failed: ${reason}`,
  tooMany: (max: string) => `At most ${max} documents at once: select fewer.`,
};
