import { Check, Copy as CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './Button'
import css from './CopyableText.module.css'
import { copyToClipboard } from './copyToClipboard'
import { say } from '#ui/lib/say'

/** A command or path with a button that copies it. */
export function CopyableText({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = (): void => {
    void copyToClipboard(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    })
  }
  return (
    <span className={css.box}>
      <code>{text}</code>
      <IconButton label={copied ? say('Copied') : say('Copy')} onClick={copy}>
        {copied ? <Check size={13} /> : <CopyIcon size={13} />}
      </IconButton>
    </span>
  )
}
