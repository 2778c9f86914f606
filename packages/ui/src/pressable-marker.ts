/**
 * react-aria adds a <style> to the page unless an element with this id is already there, and a strict style-src
 * forbids that. base.css carries the rule; this marker carries the id. Imported for its effect.
 */
const markerId = 'react-aria-pressable-style';
if (typeof document !== 'undefined' && !document.getElementById(markerId)) {
  const marker = document.createElement('meta');
  marker.id = markerId;
  document.head.append(marker);
}
