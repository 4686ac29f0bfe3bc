/** Of a body with variables: they have 512 KiB together, and JSON writes some characters with two. */
export const maxVariableBytes = 1024 * 1024
