import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OtherUserError } from '#client/http/browser/browser-connection.ts'
import { connection } from '#console/api/connection.ts'
import { loginAddress, noteSignedIn } from '#console/api/signed-out.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { shellTexts as texts } from '#console/texts/en/shell.ts'
import '#console/components/controls/button.css'

/** Shown over a page whose session has ended, which keeps what was typed. */
export function SessionEnded() {
  const [hasFailed, setFailed] = useState(false)
  const queryClient = useQueryClient()
  const goOn = async () => {
    try {
      await connection.session()
      noteSignedIn()
      await queryClient.invalidateQueries()
    } catch (error) {
      // The page holds the data of the user who was logged in before.
      if (error instanceof OtherUserError) location.reload()
      else setFailed(true)
    }
  }
  return (
    <Dialog
      title={texts.sessionEnded}
      size="small"
      isOpen
      isKept
      onClose={() => {}}
      actions={
        <>
          <a className="button button-plain" href={loginAddress()} target="_blank" rel="noreferrer">
            {texts.logInAgain}
          </a>
          <Button kind="primary" onClick={() => void goOn()}>
            {texts.goOn}
          </Button>
        </>
      }
    >
      <p>{texts.sessionEndedHelp}</p>
      {hasFailed && <p role="alert">{texts.notYet}</p>}
    </Dialog>
  )
}
