/** Proves once more, before what cannot be undone, that it is the user who asks. */
export const passwordHeader = (password: string): Record<string, string> => ({
  'x-clever-password': Buffer.from(password, 'utf8').toString('base64'),
})
