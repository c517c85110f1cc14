const longest = 80;

/**
 * A user's name as mails show it. A stranger may register another person's address under any name, so a name
 * must not carry a message: control and direction marks go, and what mail programs would turn into a link is
 * broken up by an invisible space.
 */
export function displayName(userName: string, address: string): string {
  const name = userName
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (name === '' || name === address) return address;
  return withoutLinks(shortened(name));
}

function shortened(name: string): string {
  const points = [...name];
  return points.length <= longest ? name : `${points.slice(0, longest - 1).join('')}…`;
}

function withoutLinks(name: string): string {
  return name.replace(/([\p{L}\p{N}-]\.)(?=[\p{L}\p{N}-]{2})/gu, '$1\u200b').replace(/:\/\//g, ':\u200b//');
}
