/** Bytes of one part: what a client sends again at most when a connection or a process breaks off. */
export const partBytes: number = 16 * 1024 * 1024;
