import { ownPicture } from './own-picture.ts'
import './avatar.css'

interface AvatarProps {
  /** Whom it shows; its first letter stands for a missing picture. */
  name: string
  /** URL of the picture; empty without one. */
  picture: string
}

/** The picture of a user or an organisation. Those of other servers are not loaded. */
export function Avatar({ name, picture }: AvatarProps) {
  const source = ownPicture(picture)
  return source === undefined ? (
    <span className="avatar" aria-hidden="true">
      {name.trim().slice(0, 1).toUpperCase()}
    </span>
  ) : (
    <img className="avatar" src={source} alt="" width={64} height={64} />
  )
}
