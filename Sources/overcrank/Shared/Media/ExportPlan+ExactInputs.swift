internal import Export

extension ExportPlan {
    /// The clips, with the rates that explain their timestamps, where only the plan has found one: of MPEG-TS, FLV and QuickTime's 600 ticks at a
    /// constant rate. Numbers of frames then mean exact instants, as those of Matroska do from the beginning.
    ///
    /// - Parameter asked: The clips as they were opened.
    /// - Returns: `nil` where nothing was found.
    func exactInputs(insteadOf asked: [MediaDescription]) -> [MediaDescription]? {
        zip(asked, inputs).contains { !$0.readsExactInstants && $1.readsExactInstants } ? inputs : nil
    }
}
