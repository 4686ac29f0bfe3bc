/** Sends the password again to confirm an irreversible action. */
export const passwordHeader = (password: string): Record<string, string> => ({
  'x-clever-password': Buffer.from(password, 'utf8').toString('base64'),
})
