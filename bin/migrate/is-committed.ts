import { execFile } from 'node:child_process';

/**
 * Whether the last commit of the project contains a file: then others may have it. False without git.
 *
 * @param file - in `folder`
 */
export function isCommitted(folder: string, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('git', ['cat-file', '-e', `HEAD:./${file}`], { cwd: folder }, (error) =>
      resolve(error === null),
    );
  });
}
