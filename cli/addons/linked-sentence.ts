/** What to do once an application is linked to something that gives it variables. */
export const linkedSentence = (application: string, other: string): string =>
  `${application} is linked to ${other}. \`berth restart\` makes it see the variables.`

export const unlinkedSentence = (application: string, other: string): string =>
  `${application} is no longer linked to ${other}. \`berth restart\` takes the variables away.`
