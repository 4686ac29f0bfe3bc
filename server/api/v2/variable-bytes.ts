/** Maximum body with variables: 512 KiB of them, of which JSON escapes some characters with two bytes. */
export const maxVariableBytes = 1024 * 1024
