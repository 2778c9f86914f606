import type { Fonts } from '../web/fonts.ts';

const fontFace = (family: string, url: string, weight: string) =>
  `@font-face{font-family:'${family}';src:url('${url}') format('woff2');font-weight:${weight};font-display:swap}`;

/**
 * The style sheet of the page for readers. Colours, type and space are those of `packages/ui/src/tokens.css`,light and dark;
 * the page works without a web build.
 */
export const styleOf = (fonts: Fonts | null) => `${
  fonts
    ? fontFace('Ysabeau Variable', fonts.display, '360 560') + fontFace('Source Sans 3 Variable', fonts.text, '400 700')
    : ''
}
:root{color-scheme:light dark;
--page:light-dark(#fbf3ef,#171220);--raised:light-dark(#fffaf8,#221b2d);--sunken:light-dark(#f5eae6,#100c18);
--line:light-dark(#e3d6d1,#393345);--control:light-dark(#8d7d8b,#7c758b);--ink:light-dark(#2d2239,#f2ece4);
--ink-2:light-dark(#564c60,#c4bac6);--ink-3:light-dark(#6d6375,#a99eaf);
--action:light-dark(#322543,#f2e4d1);--on-action:light-dark(#fdf7f3,#1c1529);
--disp:'Ysabeau Variable',Optima,Candara,sans-serif;--text:'Source Sans 3 Variable',system-ui,sans-serif;
--mono:ui-monospace,'SF Mono','Cascadia Code','Source Code Pro',Menlo,Consolas,'DejaVu Sans Mono',monospace}
[data-theme=day]{color-scheme:light}[data-theme=night]{color-scheme:dark}
*{box-sizing:border-box}
html{scroll-padding-top:1.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.55 var(--text)}
a{color:inherit;text-decoration-thickness:1px;text-underline-offset:.2em}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--ink);outline-offset:3px;border-radius:6px}
h1,h2{font-family:var(--disp);font-variant-numeric:lining-nums;text-wrap:balance;letter-spacing:-.01em}
h1{font-weight:380;font-size:2.625rem;line-height:1.15;margin:0}
h2{font-weight:420;font-size:1.94rem;line-height:1.25;margin:0}
h3{font-size:1rem;font-weight:400;line-height:1.4;margin:0}
h4{font-size:.906rem;font-weight:600;color:var(--ink-3);margin:1.75rem 0 .5rem}
p{margin:.75rem 0;max-width:38em}
code,pre{font-family:var(--mono);font-size:.84em;font-variant-ligatures:none}
pre{font-size:.86rem}
p code,li code,td code{background:var(--sunken);padding:.1em .35em;border-radius:6px;overflow-wrap:anywhere}
.skip{position:absolute;left:-99rem}.skip:focus{left:1.25rem;top:1.25rem;padding:.75rem 1.25rem;background:var(--action);color:var(--on-action);border-radius:99px;z-index:1}
.frame{max-width:90rem;margin:0 auto;padding:0 1.25rem}
.top{display:flex;align-items:center;gap:1.25rem;padding:2.75rem 0 1.25rem}
.top svg{width:5.25rem;height:5.25rem;flex:none}
.top p{margin:.25rem 0 0;color:var(--ink-2)}
.lead{color:var(--ink-2);font-size:1.125rem}
nav details{border-block:1px solid var(--line);margin:1.5rem 0}
nav summary{padding:.85rem 0;font-weight:560;cursor:pointer}
nav h2{font:600 .906rem/1.4 var(--text);letter-spacing:0;color:var(--ink-3);margin:1.1rem 0 .2rem;text-transform:none}
nav ul{list-style:none;margin:0;padding:0 0 .5rem}
nav a{display:grid;grid-template-columns:3.6rem 1fr;gap:.5rem;align-items:baseline;padding:.42rem .5rem;margin:0 -.5rem;font-size:1rem;text-decoration:none;color:var(--ink-2);border-radius:10px;line-height:1.3;overflow-wrap:anywhere}
nav a:hover{background:var(--sunken);color:var(--ink)}
nav a b{font:600 .72rem/1 var(--mono);color:var(--ink-3)}
.group{padding-top:3.5rem}
.group>p{color:var(--ink-2);margin-top:.5rem}
.call,.shape{padding:2.25rem 0;border-top:1px solid var(--line)}
.group>p+.call,.group>p+.shape{margin-top:1.5rem}
.name{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem .8rem}
.name b{font:600 .8rem/1 var(--mono);border:1.5px solid var(--ink);border-radius:99px;padding:.42rem .7rem}
.name code{font-size:1.06rem;overflow-wrap:anywhere}
.name a{text-decoration:none}.name a:hover{text-decoration:underline}
.access{color:var(--ink-3);font-size:1rem;margin-top:.25rem}
table{border-collapse:collapse;width:100%;font-size:1rem}
td,th{padding:.6rem 0;vertical-align:top;text-align:left;font-weight:400}
tr+tr>*{border-top:1px solid var(--line)}
th{padding-right:1.25rem;width:32%;min-width:8rem}
th code{font-size:.94rem;font-weight:600;overflow-wrap:anywhere}
th small{display:block;color:var(--ink-3);font-size:.906rem;line-height:1.35}
td p{margin:.2rem 0 0}td p:first-child{margin:0}
.codes{font-size:.94rem;color:var(--ink-2);line-height:1.9}
pre{margin:0;padding:1.1rem 1.25rem;background:var(--sunken);border-radius:14px;overflow:auto;line-height:1.5;tab-size:2}
details.sample{margin-top:.35rem}details.sample>summary{cursor:pointer;color:var(--ink-2);padding:.5rem 0;font-size:.94rem;font-weight:560}
details.more{margin-top:1.25rem}
details.more>summary{cursor:pointer;color:var(--ink-2);padding:.6rem 0;font-weight:560}
.foot{margin-top:4rem;padding:2rem 0 4rem;border-top:1px solid var(--line);color:var(--ink-3)}
.petal-red{fill:light-dark(#e97074,#eb7e80)}.petal-orange{fill:light-dark(#f09755,#ee9f65)}.petal-yellow{fill:light-dark(#eac25d,#e8c56c)}.petal-green{fill:light-dark(#6db77d,#7cbf8a)}.petal-cyan{fill:light-dark(#52b7c5,#65bfcd)}.petal-blue{fill:light-dark(#6292d8,#75a1e3)}.petal-purple{fill:light-dark(#a176c6,#b188d5)}
@media (min-width:68.75rem){
.back{display:none}
.frame{padding:0 3.5rem 0 2.75rem}
.sides{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:4.5rem}
nav{position:sticky;top:0;max-height:100vh;overflow:auto;padding:0 .75rem 2rem 0;align-self:start;scrollbar-width:thin}
.call{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,29rem);column-gap:3rem}
.call>.name,.call>.said{grid-column:1}
.call>.shown{grid-column:2;grid-row:1/span 9;position:sticky;top:1.5rem;align-self:start}
.shown h4:first-child{margin-top:0}
}
@supports selector(::details-content){@media (min-width:68.75rem){nav details{border:0;margin:0}nav summary{display:none}nav details::details-content{content-visibility:visible}}}
@media (max-width:47.99rem){
h1{font-size:2.06rem}.top svg{width:4rem;height:4rem}nav a{padding:.7rem .5rem}
th,td{display:block;width:auto;padding:0}tr{display:block;padding:.7rem 0}tr+tr{border-top:1px solid var(--line)}tr+tr>*{border:0}
th small{display:inline;margin-left:.5rem}
}
@media print{nav{display:none}pre{border:1px solid var(--line)}}
`;
