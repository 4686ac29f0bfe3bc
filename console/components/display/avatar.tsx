import { ownPicture } from './own-picture.ts'
import './avatar.css'

interface AvatarProps {
  /** Whom it shows; its first letter stands for a missing picture. */
  name: string
  /** URL of the picture; empty without one. */
  picture: string
  /** A logo rather than a face. */
  isSquare?: boolean | undefined
}

/** The picture of a user, an organisation or a provider. Those of other servers are not loaded. */
export function Avatar({ name, picture, isSquare }: AvatarProps) {
  const className = `avatar${isSquare ? ' avatar-square' : ''}`
  const source = ownPicture(picture)
  return source === undefined ? (
    <span className={className} aria-hidden="true">
      {name.trim().slice(0, 1).toUpperCase()}
    </span>
  ) : (
    <img className={className} src={source} alt="" width={64} height={64} />
  )
}
