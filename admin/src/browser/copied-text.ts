/** What was copied last in this tab, for browsers and origins without a clipboard for scripts. */
let kept: string | null = null;

/** Copies a text to the clipboard, or keeps it for this tab. */
export async function copyText(text: string): Promise<void> {
  kept = text;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // There is none on an insecure origin, or the user has refused it.
  }
}

/** Returns the text of the clipboard; what was copied in this tab if it may not be read. */
export async function copiedText(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return kept;
  }
}
