/** Whether a path below `/admin` belongs to a file of the dashboard or of its brand, and not to a page. */
export function isFilePath(path: string): boolean {
  const name = path.slice('/admin/'.length);
  return /^(assets|brand)\//.test(name) || /\.[a-z0-9]{1,8}$/i.test(name);
}
