export const en = {
  title: 'System settings',
  note: 'They take effect with the next request, on every instance.',
  registration: 'Registration',
  enable: 'Anybody may register',
  enableText: 'Opens the registration page and shows the link to it on the sign-in page.',
  openPage: 'Open the registration page',
  role: 'Role of new users',
  roleText: 'What somebody may do who has just registered.',
  roleWarning: (role: string): string =>
    `Everybody who registers becomes ${role} and may change what is published. Is that meant?`,
  whatCounts: 'What is saved here wins over the configuration and the environment of the server.',
  cannotChange: 'Only a super admin changes these settings.',
  save: 'Save',
  saved: 'The settings are saved.',
  nothingToSave: 'Nothing has changed.',
  retry: 'Discard changes',
};
