import { link, paragraphs, quoted, type Write } from '#platform/mail/mail-template.ts'

export const invitation: Write = ({ to, pagesUrl, knows }) => {
  const organisation = quoted(knows.organisation)
  return {
    subject: `You are invited to "${organisation.slice(0, 60)}"`,
    text: paragraphs(
      `${quoted(knows.inviter)} invited you (${to}) to join the organisation "${organisation}" at ${pagesUrl} with the role ${quoted(knows.role)}. Accept or decline here:`,
      link({ pagesUrl }, '/v2/invitations/accept', { invitationKey: knows.key ?? '' }),
      'The link works once, for 7 days. Do not share it.',
      'If you do not know the sender, ignore this e-mail.',
    ),
  }
}
