/** Wrong credentials that an address may send to an application in a minute; then even right ones are refused. */
export const maxGuesses = 10
export const guessWindow = 60_000

/** What a browser shows when it asks for credentials; they are sent in UTF-8 (RFC 7617, 2.1). */
export const challenge = 'Basic realm="Restricted", charset="UTF-8"'
