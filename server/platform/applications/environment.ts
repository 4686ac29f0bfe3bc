/** The variables given to an application, by name; frozen once gathered. */
export type Environment = Readonly<Record<string, string>>
