/** The path of the page below `/admin`, wherever the dashboard is mounted. */
export function currentPath(): string {
  return location.pathname.replace(/^.*?\/admin/, '');
}
