// The package for all platforms, which has nothing compiled.

import { DERIVATIVES, openFile, rules, until, vtLsp } from './editing';

export function addUniversal(): void {
  describe('the universal package', () => {
    it('works, and says that it is slow', async () => {
      const { told } = await vtLsp();
      await openFile(DERIVATIVES);
      await until('findings', () => rules(DERIVATIVES).length > 0);
      await until('the warning', () => told.some((text) => text.includes('several times slower')));
    });
  });
}
