type LinkTarget = 'add-on' | 'application'

/** Tells the user to restart after a link that adds variables to an application. */
export const linkedSentence = (application: string, kind: LinkTarget, other: string): string =>
  `Linked ${kind} ${other} to application ${application}. Run \`berth restart\` to apply its variables.`

export const unlinkedSentence = (application: string, kind: LinkTarget, other: string): string =>
  `Unlinked ${kind} ${other} from application ${application}. Run \`berth restart\` to remove its variables.`
