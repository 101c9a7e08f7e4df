// The libraries that Explore loads beside its modules.
interface Window {
  cytoscape: any;
  Plot: any;
}
