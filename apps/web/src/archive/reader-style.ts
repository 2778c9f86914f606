/** The look of the page in an export: the colours of the product, without its fonts. */
export const readerStyle = `
:root{color-scheme:light dark;--page:light-dark(#fbf3ef,#171220);--raised:light-dark(#fffaf8,#221b2d);--line:light-dark(#e3d6d1,#393345);--ink:light-dark(#2d2239,#f2ece4);--ink-2:light-dark(#564c60,#c4bac6);
--c0:light-dark(#e97074,#eb7e80);--c1:light-dark(#f09755,#ee9f65);--c2:light-dark(#eac25d,#e8c56c);--c3:light-dark(#6db77d,#7cbf8a);--c4:light-dark(#52b7c5,#65bfcd);--c5:light-dark(#6292d8,#75a1e3);--c6:light-dark(#a176c6,#b188d5)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1120px;padding:32px 20px 80px;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
h1{margin:0;font-size:30px;line-height:1.2;font-weight:600}
h2{margin:44px 0 12px;font-size:22px;font-weight:600}
h3{margin:0 0 6px;font-size:17px}
p{margin:0 0 8px}
a{color:inherit}
.dots{display:flex;gap:6px;margin-bottom:18px}
.dots i{width:12px;height:12px;border-radius:50%}
.lead,.cap,dt,th,footer{color:var(--ink-2);font-size:14px}
nav{margin-top:24px;padding:16px 0;border-block:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:6px 0}
section{content-visibility:auto;contain-intrinsic-size:auto 900px}
dl{display:grid;grid-template-columns:minmax(96px,24%) 1fr;gap:8px 16px;margin:0}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
th{padding:6px 8px;text-align:start;vertical-align:bottom;font-weight:400;font-size:12px;line-height:1.25}
td{padding:7px 8px;border-top:1px solid var(--line);vertical-align:top}
td.v{position:relative;width:9%;min-width:58px}
td.v::after{content:"";display:block;height:6px;margin-top:3px;border-radius:3px;background:var(--c);width:calc(var(--v)*10%)}
td.d{white-space:nowrap}
article{margin:14px 0;padding:16px 20px;border-radius:18px;background:var(--raised);box-shadow:inset 0 0 0 1px var(--line)}
article p.t{unicode-bidi:plaintext;white-space:pre-wrap;overflow-wrap:anywhere;max-width:42em;margin:8px 0 0}
.mark{display:inline-block;width:10px;height:10px;border-radius:50%;margin-inline-end:6px;background:var(--c,var(--ink-2))}
details{margin-top:44px}
summary{cursor:pointer;padding:8px 0}
@media print{section{content-visibility:visible}body{max-width:none}}
`;
