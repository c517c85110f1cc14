export const en = {
  title: 'My sessions',
  note: 'Where you are signed in. End what you do not recognise, then change your password.',
  end: 'End session',
  endNamed: (device: string): string => `End session: ${device}`,
  signOut: 'Sign out',
  ended: (device: string): string => `The session of ${device} has ended.`,
};
