/** Length of a Unix socket's address: HAProxy fills the rest of an abstract name with zeros, which belong to it. */
const nameLength = 107

/** The abstract socket that HAProxy calls `abns@name`. It has no file, so that a process of another user reaches it. */
export const abstractPath = (name: string): string => `\0${name.padEnd(nameLength, '\0')}`
