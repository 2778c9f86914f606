/**
 * react-aria adds a <style> to the page unless an element with this id exists, and a strict style-src forbids that.
 * base.css has the rule; this marker has the id. Imported for its side effect.
 */
const markerId = 'react-aria-pressable-style';
if (typeof document !== 'undefined' && !document.getElementById(markerId)) {
  const marker = document.createElement('meta');
  marker.id = markerId;
  document.head.append(marker);
}
