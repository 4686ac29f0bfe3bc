# A higher priority than others, for the processor, for the disk, and when memory runs out.
my @through = (tried('sched_setscheduler', 0, 1, pack 'i', 1), tried('ioprio_set', 1, 0, 1 << 13));
eval { setpriority 0, 0, -5 } and push @through, 'setpriority';
if (open my $score, '>', '/proc/self/oom_score_adj') { push @through, 'oom_score_adj' if defined syswrite $score, '-1' }
verdict('refused', @through)
