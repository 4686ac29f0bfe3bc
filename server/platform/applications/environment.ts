/** The variables given to an application, by name; frozen once gathered. */
export type Environment = Readonly<Record<string, string>>

/** Whether a variable of two values is on. */
export const isOn = (environment: Environment, name: string): boolean =>
  /^(true|yes|1)$/i.test(environment[name]?.trim() ?? '')
