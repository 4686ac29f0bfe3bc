/** Escape sequences: CSI with its final byte, OSC and other strings up to their end, and those of two characters. */
export const escapeSequence =
  /(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~])|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?/g
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

/** Whether a line has anything that a terminal does not print. */
export const hasControls = (message: string): boolean => control.test(message)

/** What a terminal would show of a line, without colours: a bare carriage return begins it anew. */
export const plainText = (message: string): string =>
  hasControls(message)
    ? withoutControls(lastWritten(message).replaceAll(escapeSequence, ''))
    : message

export const withoutControls = (text: string): string => text.replaceAll(controls, '')

/** What was written last into a line that a program draws again and again, such as one with a progress bar. */
export function lastWritten(message: string): string {
  const text = message.replace(/\r+$/, '')
  return text.slice(text.lastIndexOf('\r') + 1)
}
