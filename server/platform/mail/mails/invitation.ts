import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { quoted, roleInWords } from '#platform/mail/mail-words.ts'

export const invitation: Write = ({ to, pagesUrl, knows }) => {
  const organisation = quoted(knows.organisation)
  return {
    subject: `You are invited to "${organisation.slice(0, 60)}"`,
    parts: [
      say`${quoted(knows.inviter)} invited you (${to}) to join the organisation "${organisation}" at ${pagesUrl} as ${roleInWords(knows.role)}.`,
      button(
        'Accept or decline',
        link({ pagesUrl }, '/v2/invitations/accept', { invitationKey: knows.key ?? '' }),
      ),
      'The link works once, for 7 days. Do not share it.',
      notice('If you do not know the sender, ignore this e-mail.'),
    ],
  }
}
