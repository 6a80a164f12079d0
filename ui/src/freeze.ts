// Imported before everything else: libraries that load later find a frozen Object.prototype.

import { freezePrototype } from './lib/freezePrototype'

freezePrototype()
