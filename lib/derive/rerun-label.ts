/** The label by which a run says which run it repeats. Pages read it: what makes such a run is on the server alone. */
export const RERUN_OF = 'rerun_of'
