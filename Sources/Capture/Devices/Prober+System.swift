extension Prober {
    /// The cameras of this machine: those behind Video4Linux, then the synthetic one, which is always there.
    public static let system = Prober([V4L2Backend(), SyntheticBackend()])
}
