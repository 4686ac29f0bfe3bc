import { base64Text } from '#kit/text/base64.ts'

/** Sends the password again to confirm an irreversible action. */
export const passwordHeader = (password: string): Record<string, string> => ({
  'x-clever-password': base64Text(password),
})
