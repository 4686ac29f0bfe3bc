import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '#client/resources/applications/applications.ts'
import { platformQuery } from '#console/api/queries/account.ts'
import { sshKeysQuery } from '#console/api/queries/credentials.ts'
import { Button, ButtonLink } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { CommandBlock } from '#console/components/controls/copy-button.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { NewToken } from '#console/pages/account/new-token.tsx'
import { createTexts } from '#console/texts/en/create.ts'
import { pushCommands } from './git-commands.ts'
import './push.css'

const texts = createTexts.push

/** Commands of the first push over SSH or HTTPS, with what each needs. */
export function PushCommands({ application }: { application: Application }) {
  const { url, httpUrl } = application.deployment
  const { data: platform } = useQuery(platformQuery)
  const [way, setWay] = useAddressState('over', 'ssh')
  const isHttps = way === 'https' && httpUrl !== null
  const push = { branch: application.branch, message: texts.message }
  return (
    <>
      <p className="muted small">{texts.commandsHelp}</p>
      {httpUrl !== null && (
        <div className="push-way">
          <Select
            label={texts.way}
            value={isHttps ? 'https' : 'ssh'}
            choices={[
              { value: 'ssh', label: texts.ssh },
              { value: 'https', label: texts.https },
            ]}
            onChange={setWay}
          />
        </div>
      )}
      {isHttps ? <TokenHint /> : <KeyHint />}
      {platform ? (
        <CommandBlock
          what={texts.what}
          value={pushCommands(
            isHttps ? { ...push, url: httpUrl, authority: platform.authority } : { ...push, url },
          )}
        />
      ) : (
        <SkeletonLines count={3} />
      )}
    </>
  )
}

/** What Git asks for over HTTPS, and where to get it. */
function TokenHint() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="push-token">
      <p className="small">{texts.httpsHelp}</p>
      <Button size="small" onClick={() => setOpen(true)}>
        {texts.createToken}
      </Button>
      <Dialog title={texts.createToken} isOpen={isOpen} onClose={() => setOpen(false)} isKept>
        <NewToken onEnd={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

/** Says that a push over SSH would be refused, for users without a key. */
function KeyHint() {
  const { data } = useQuery(sshKeysQuery)
  if (data?.length !== 0) return null
  return (
    <div className="push-key">
      <p className="small">{texts.noKey}</p>
      <ButtonLink to={addressOf.account('ssh-keys')} size="small">
        {texts.addKey}
      </ButtonLink>
    </div>
  )
}
