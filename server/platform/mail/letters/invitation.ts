import { link, paragraphs, quoted, type Write } from '#platform/mail/words.ts'

export const invitation: Write = ({ to, pagesUrl, knows }) => {
  const organisation = quoted(knows.organisation)
  return {
    subject: `You are invited to ${organisation}`,
    text: paragraphs(
      `${quoted(knows.inviter)} invites you (${to}) to the organisation ${organisation} at ${pagesUrl}, in the role ${quoted(knows.role)}. Look at the invitation and answer it here:`,
      link({ pagesUrl }, '/v2/invitations/accept', { invitationKey: knows.key ?? '' }),
      'The link works once, within 7 days, for you alone: do not pass it on.',
      'If you do not know the sender, do nothing.',
    ),
  }
}
