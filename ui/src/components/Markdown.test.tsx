import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown'

test('raw HTML, pictures and links of a skill do nothing', () => {
  const { container } = render(<Markdown text={'# T\n\n<script>alert(1)</script><b onclick="x()">hi</b>\n\n![pic](http://evil.example/a.png) [go](http://evil.example)'} />)
  expect(container.querySelector('script, img, a, [onclick]')).toBeNull()
  expect(screen.getByText('go')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'T', level: 3 })).toBeVisible()
})
