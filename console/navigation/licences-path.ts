/** Licences of all that the platform contains: a text, not a page of the console. */
export const licencesPath = '/licences.txt'
