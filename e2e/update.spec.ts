// A page that is opened while the host is updated, or on a line that breaks: a file of it is missing. It reloads once, and then says what happened.
import { expect, test } from './product.ts';

/** A file that the painted page loads with its script, and one that the script loads before the first rendering. */
const files = { script: '**/assets/app-*.js', words: /\/assets\/(zh|en)-[\w-]+\.js$/ };

for (const [name, file] of Object.entries(files)) {
  test(`without its ${name} a page reloads once, and loads the new one`, { tag: '@desk' }, async ({
    page,
    address,
    language,
  }) => {
    let loads = 0;
    page.on('request', request => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(file, route => (loads > 1 ? route.fallback() : route.fulfill({ status: 404, json: {} })));
    await page.goto(`${address}/?lang=${language}`);
    await expect(page.locator('[data-first-paint]')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(loads).toBe(2);
  });

  test(`a page whose ${name} stays missing says so, and offers to reload`, { tag: '@phone' }, async ({
    page,
    address,
    language,
  }) => {
    await page.route(file, route => route.fulfill({ status: 404, json: {} }));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto(`${address}/?lang=${language}#/editor/gif`);
    const note = page.getByRole('alert');
    await expect(note).toContainText(language === 'zh' ? '网页没能完整打开' : 'didn’t load completely');
    expect(loads).toBe(2);
    await page.unroute(file);
    await note.getByRole('button').click();
    await expect(page.locator('[data-first-paint]')).toHaveCount(0);
    await expect(page).toHaveURL(/#\/editor\/gif$/);
  });
}

test('a page whose server has stopped meanwhile stays, and says so', { tag: '@phone' }, async ({
  page,
  address,
  language,
}) => {
  await page.route(files.script, route => route.abort());
  await page.goto(`${address}/?lang=${language}`, { waitUntil: 'commit' });
  await page.route(`${address}/**`, (route, request) =>
    request.resourceType() === 'fetch' ? route.abort() : route.fallback(),
  );
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator(`[data-first-paint=${language}]`)).toBeVisible();
});
