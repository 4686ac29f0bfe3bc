const kept = 8

/** Enough of a token to tell it from its owner's others, and too little to be of use to anybody. */
export const shortened = (token: string): string => `${token.slice(0, kept)}…`
