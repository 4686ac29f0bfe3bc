import { Refusal } from '#platform/model/refusal.ts'

const shortest = 10
const maxLength = 512

/** Refuses a guessable new password, with advice. */
export function validatePassword(password: string, email: string): void {
  const sentence = problemOf(password, email)
  if (sentence) throw new Refusal('invalid', sentence, { fields: { password: sentence } })
}

/** Hint shown next to the field for a new password. */
export const passwordHint = `At least ${shortest} characters; a few words are easy to remember.`

function problemOf(password: string, email: string): string | undefined {
  const characters = [...password]
  if (characters.length < shortest) {
    return `The password is too short. Use at least ${shortest} characters, such as a few words.`
  }
  if (password.length > maxLength) {
    return `The password is too long. Use at most ${maxLength} characters.`
  }
  const plain = password.trim().toLowerCase()
  if (plain === email || plain === email.split('@')[0]) {
    return 'The password is your e-mail address. Choose another one.'
  }
  if (new Set(characters).size === 1) {
    return 'The password repeats one character. Choose another one.'
  }
  return undefined
}
