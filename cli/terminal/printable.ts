/**
 * Sanitises untrusted text for a terminal: keeps colours, removes sequences that move the cursor, set the title or
 * write to the clipboard.
 */
export const printable = (text: string): string =>
  text
    .replace(/\x1b\](?:[^\x07\x1b]|\x1b(?!\\))*(?:\x07|\x1b\\|$)/g, '')
    .replace(/\x1b\[[0-9;:?<=>]*[ -/]*[@-~]/g, (sequence) =>
      /^\x1b\[[0-9;:]*m$/.test(sequence) ? sequence : '',
    )
    .replace(/\x1b(?!\[[0-9;:]*m)/g, '')
    .replace(/[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]/g, '')
