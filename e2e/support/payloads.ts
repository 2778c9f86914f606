import { createServer, type Server } from 'node:http';
import { once } from 'node:events';

/**
 * Texts that would run, load or add something where one of them is parsed as markup, an address, a template or a style.
 * Each of their elements has `data-planted`; each of their addresses is the canary's.
 */
export function payloadsFor(canary: string): readonly string[] {
  const call = `fetch('${canary}/fetch')`;
  const p = 'data-planted';
  return [
    `<script ${p}>${call}</script>`,
    `<script ${p} src="${canary}/src.js"></script>`,
    `<script ${p} src="${canary}/module.js" type="module"></script>`,
    `<SCRIPT ${p}>alert(1)</SCRIPT>`,
    `<scr<script>ipt ${p}>alert(1)</scr</script>ipt>`,
    `"><script ${p}>alert(1)</script>`,
    `'><script ${p}>alert(1)</script>`,
    `</script><script ${p}>alert(1)</script>`,
    `</title><script ${p}>alert(1)</script>`,
    `</textarea><script ${p}>alert(1)</script>`,
    `--><script ${p}>alert(1)</script><!--`,
    `<![CDATA[<script ${p}>alert(1)</script>]]>`,
    `<img ${p} src=x onerror="${call}">`,
    `<img ${p} src="${canary}/img.png">`,
    `<img ${p} src=x onerror=alert(1)//`,
    `<img ${p} srcset="${canary}/srcset.png 2x">`,
    `"><img ${p} src=x onerror=alert(document.domain)>`,
    `' onmouseover='alert(1)' ${p} x='`,
    `" autofocus onfocus="alert(1)" ${p} x="`,
    `<svg ${p} onload="${call}"></svg>`,
    `<svg ${p}><script>alert(1)</script></svg>`,
    `<svg ${p}><animate onbegin=alert(1) attributeName=x dur=1s></svg>`,
    `<svg ${p}><image href="${canary}/svg.png"/></svg>`,
    `<math ${p}><mtext><img src=x onerror=alert(1)></mtext></math>`,
    `<iframe ${p} src="${canary}/frame"></iframe>`,
    `<iframe ${p} srcdoc="<script>alert(1)</script>"></iframe>`,
    `<iframe ${p} src="javascript:alert(1)"></iframe>`,
    `<object ${p} data="${canary}/object"></object>`,
    `<embed ${p} src="${canary}/embed">`,
    `<video ${p} src="${canary}/video" onerror=alert(1)></video>`,
    `<audio ${p} src=x onerror="${call}"></audio>`,
    `<link ${p} rel=stylesheet href="${canary}/style.css">`,
    `<link ${p} rel=prefetch href="${canary}/prefetch">`,
    `<style ${p}>@import url("${canary}/import.css");</style>`,
    `<div ${p} style="background:url(${canary}/background.png)">x</div>`,
    `<base ${p} href="${canary}/">`,
    `<meta ${p} http-equiv="refresh" content="0;url=${canary}/refresh">`,
    `<form ${p} action="${canary}/form"><input autofocus onfocus="this.form.submit()"></form>`,
    `<details ${p} open ontoggle=alert(1)>x</details>`,
    `<body ${p} onload=alert(1)>`,
    `<input ${p} autofocus onfocus=alert(1)>`,
    `<a ${p} href="javascript:alert(1)">x</a>`,
    `javascript:${call}`,
    `data:text/html,<script ${p}>alert(1)</script>`,
    `{{constructor.constructor("${call}")()}}`,
    `\${${call}}`,
    `<noscript><p ${p} title="</noscript><img src=x onerror=alert(1)>">`,
    `&lt;img ${p} src=x onerror=alert(1)&gt;`,
    `\\u003cimg ${p} src=x onerror=alert(1)\\u003e`,
    `[x](javascript:alert(1)) ![x](${canary}/markdown.png)`,
  ];
}

/** A server that nothing should call; `asked` records the calls. */
export async function openCanary(): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(String(request.url));
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Unsafe</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
