/** Base64 of a text in UTF-8, in Node and in browsers. */
export const base64Text = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
