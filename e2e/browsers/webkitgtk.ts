import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { Browser, Builder, By, Capabilities, error, until, type WebDriver } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote';
import { type Tab, waitTimeoutMs } from './tab.ts';

/** Path of the driver of Debian's package `webkit2gtk-driver`. */
export const webkitDriverPath = '/usr/bin/WebKitWebDriver';
/** Path of the virtual display of Debian's package `xvfb`. */
export const displayPath = '/usr/bin/Xvfb';

/** WebKitGTK's MiniBrowser, in the folder of the machine's architecture. */
function miniBrowser(): string {
  const places = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`);
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error('MiniBrowser is missing: apt-get install webkit2gtk-driver');
  return found;
}

/** Starts a virtual display; X writes its number as soon as it accepts connections. */
async function startDisplay(): Promise<{ readonly display: string; readonly process: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
  const process = spawn(displayPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const said = process.stdio[3];
  if (!said) throw new Error('Xvfb has no third channel');
  const [number] = (await once(said, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, process };
}

/** Repeats an action until it succeeds: a page may change between finding and pressing an element. */
async function insist(driver: WebDriver, what: string, act: () => Promise<void>): Promise<void> {
  await driver.wait(
    async () => {
      try {
        await act();
        return true;
      } catch (reason) {
        if (reason instanceof error.WebDriverError) return false;
        throw reason;
      }
    },
    waitTimeoutMs,
    `in vain: ${what}`,
  );
}

/** Opens WebKitGTK's MiniBrowser through its WebDriver. */
export async function openWebKitGtk(): Promise<Tab> {
  const binary = miniBrowser();
  const { display, process: screen } = await startDisplay();
  const service = new DriverService.Builder(webkitDriverPath)
    .setLoopback(true)
    .setEnvironment({
      ...process.env,
      DISPLAY: display,
      // Its sandbox needs rights that a container does not have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    })
    .build();
  const end = async () => {
    await service.kill();
    screen.kill();
  };
  try {
    const capabilities = new Capabilities()
      .setBrowserName('MiniBrowser')
      .set('webkitgtk:browserOptions', { binary, args: ['--automation'] });
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(await service.start(waitTimeoutMs))
      .forBrowser(Browser.SAFARI)
      .withCapabilities(capabilities)
      .build();
    const find = (xpath: string) => driver.wait(until.elementLocated(By.xpath(xpath)), waitTimeoutMs, xpath);
    return {
      goTo: (url) => driver.get(url),
      see: (xpath) =>
        insist(driver, `see ${xpath}`, async () => {
          await driver.wait(until.elementIsVisible(await find(xpath)), waitTimeoutMs, xpath);
        }),
      click: (xpath) => insist(driver, `click ${xpath}`, async () => (await find(xpath)).click()),
      type: (xpath, text) => insist(driver, `type ${xpath}`, async () => (await find(xpath)).sendKeys(text)),
      picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      close: async () => {
        try {
          await driver.quit();
        } finally {
          await end();
        }
      },
    };
  } catch (reason) {
    await end();
    throw reason;
  }
}
